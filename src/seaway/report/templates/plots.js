"use strict";
// Zoom, read-outs and legends for the plots of a page. The page shows the plots without this script, too: it only draws
// into the same elements again, from numbers packed in the element "data".
(() => {
  const source = document.getElementById("data");
  if (!source) return;
  const data = JSON.parse(source.textContent);
  const WIDTH = 4000, HEIGHT = 1000, LEVELS = 65534, MARK = 0.022, DRAG = 6;
  const STEPS = [1, 2, 5, 10];
  const decoded = new Map();

  // Numbers: levels of 16 bits in base64, or evenly spaced.
  function numbers(index) {
    if (decoded.has(index)) return decoded.get(index);
    const [low, high, packed] = data.arrays[index];
    let values;
    if (typeof packed === "number") {
      const step = packed > 1 ? (high - low) / (packed - 1) : 0;
      values = Float64Array.from({ length: packed }, (_, k) => low + k * step);
    } else {
      const bytes = atob(packed), scale = (high - low) / LEVELS;
      values = new Float64Array(bytes.length / 2);
      for (let k = 0; k < values.length; k++) {
        const level = bytes.charCodeAt(2 * k) + 256 * bytes.charCodeAt(2 * k + 1);
        values[k] = level > LEVELS ? NaN : low + level * scale;
      }
    }
    decoded.set(index, values);
    return values;
  }

  // Text of numbers, with a true minus.
  const minus = (text) => text.replace("-", "\u2212");
  function words(value, range) {
    if (!Number.isFinite(value)) return "\u2013";
    if (value !== 0 && (Math.abs(value) >= 1e6 || range < 1e-4)) return minus(value.toExponential(2));
    const digits = Math.min(6, Math.max(0, 3 - Math.floor(Math.log10(range || 1)) - 1));
    const text = value.toFixed(digits);
    return Number(text) === 0 ? (0).toFixed(digits) : minus(text);
  }
  function step(rough) {
    const power = 10 ** Math.floor(Math.log10(rough));
    return STEPS.map((s) => s * power).find((s) => s >= 0.999 * rough);
  }
  function ticks([low, high, factor, unit, count]) {
    const a = low * factor, b = high * factor, size = step((b - a) / count);
    if (!(size > 0) || !Number.isFinite(size)) return [];
    const decimals = Math.max(0, -Math.floor(Math.log10(size) + 1e-9));
    const found = [];
    for (let n = Math.ceil(a / size - 1e-9); n <= Math.floor(b / size + 1e-9); n++) {
      const value = n * size, large = Math.max(Math.abs(a), Math.abs(b)) >= 1e6 || decimals > 6;
      const text = n === 0 ? "0" : large ? minus(value.toPrecision(3)) : minus(value.toFixed(decimals));
      found.push({ place: (value - a) / (b - a), text, value });
    }
    if (found.length && unit) found[found.length - 1].text += " " + unit;
    return found;
  }

  // The first index with a value not below another, in ascending values.
  function search(values, wanted) {
    let low = 0, high = values.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (values[middle] < wanted) low = middle + 1; else high = middle;
    }
    return low;
  }
  function nearest(values, wanted) {
    const k = Math.min(search(values, wanted), values.length - 1);
    return k > 0 && wanted - values[k - 1] < values[k] - wanted ? k - 1 : k;
  }

  const clip = (v) => Math.round(Math.min(10, Math.max(-9, v[0])) * v[1]);

  class Plot {
    constructor(element) {
      this.element = element;
      this.spec = data.panels[Number(element.dataset.panel)];
      this.frame = element.querySelector(".frame");
      this.drawing = element.querySelector(".drawing");
      const paths = [...this.drawing.children];
      [this.grid, this.zero] = paths;
      this.items = this.spec.items.map((item, k) => ({ ...item, path: paths[k + 2], hidden: false }));
      this.x = [...this.spec.x];
      this.y = [...this.spec.y];
      this.time = !this.spec.across;
      this.figure = element.closest("figure");
      this.now = element.closest(".panel").querySelector(".now");
      this.stale = false;
      this.seen = false;
      this.tickTexts = { x: frameText(this, ".x"), y: frameText(this, ".y"), h: frameText(this, ".h") };
      this.cursor = add(element, "div", "cursor");
      this.selection = add(element, "div", "selection");
      this.dots = this.drawing.appendChild(this.grid.cloneNode());
      this.dots.setAttribute("class", "dots");
      this.dots.setAttribute("d", "");
      element.tabIndex = 0;
      element.setAttribute("aria-describedby", "plot-help");
    }
    get zoomed() { return this.x[0] !== this.spec.x[0] || this.x[1] !== this.spec.x[1]; }
    place(x) { return (x - this.x[0]) / (this.x[1] - this.x[0]); }
    height(y) { return 1 - (y - this.y[0]) / (this.y[1] - this.y[0]); }
    point(x, y) { return clip([this.place(x), WIDTH]) + " " + clip([this.height(y), HEIGHT]); }

    // Draw now if it is on the screen, else when it will be.
    update() { this.stale = true; if (this.seen) this.draw(); }
    draw() {
      this.stale = false;
      for (const item of this.items) item.path.setAttribute("d", item.hidden ? "" : this.path(item));
      const across = ticks(this.x), up = ticks(this.y);
      this.grid.setAttribute("d",
        up.map((t) => "M0 " + Math.round(HEIGHT * (1 - t.place)) + "H" + WIDTH).join("") +
        across.map((t) => "M" + Math.round(WIDTH * t.place) + " 0V" + HEIGHT).join(""));
      const inside = !this.spec.ratio && this.y[0] < 0 && this.y[1] > 0;
      this.zero.setAttribute("d", inside ? "M0 " + clip([this.height(0), HEIGHT]) + "H" + WIDTH : "");
      this.write("x", across, (t) => ["x", t.place, t.text]);
      this.write("y", up, (t) => ["y", 1 - t.place, t.text]);
      if (this.spec.compass) this.write("h", up, (t) => ["y", 1 - t.place, heading(t.value)]);
      this.drawBar();
    }
    write(kind, marks, of) {
      const known = this.tickTexts[kind];
      if (!known.model) return;
      while (known.list.length < marks.length) known.list.push(known.model.parentNode.appendChild(known.model.cloneNode()));
      known.list.forEach((element, k) => {
        if (k >= marks.length) { element.textContent = ""; return; }
        const [axis, place, text] = of(marks[k]);
        element.setAttribute(axis, (100 * place).toFixed(2) + "%");
        element.textContent = text;
      });
    }
    drawBar() {
      const bar = this.frame.querySelector(".bar");
      if (!bar) return;
      const rough = 0.2 * (this.x[1] - this.x[0]), power = 10 ** Math.floor(Math.log10(rough));
      const size = Math.max(...STEPS.map((s) => s * power).filter((s) => s <= 1.001 * rough));
      const end = (100 * size / (this.x[1] - this.x[0])).toFixed(2) + "%";
      bar.querySelector("line").setAttribute("x2", end);
      bar.querySelector("text").setAttribute("x", end);
      bar.querySelector("text").textContent = Number(size.toPrecision(3)) + " " + this.spec.unit;
    }
    path(item) {
      if (item.kind === "lines") return [...numbers(item.at)].map((x) => "M" + clip([this.place(x), WIDTH]) + " 0V" + HEIGHT).join("");
      if (item.kind === "levels") return [...numbers(item.at)].map((y) => "M0 " + clip([this.height(y), HEIGHT]) + "H" + WIDTH).join("");
      const x = numbers(item.x);
      if (item.kind === "area") return this.area(x, numbers(item.low), numbers(item.high));
      if (item.kind === "line" || item.kind === "track") return this.line(x, numbers(item.y), item.kind === "line");
      return this.marks(x, numbers(item.y), numbers(item.a), item.kind);
    }
    span(x, ascending) {
      if (!ascending) return [0, x.length];
      return [Math.max(0, search(x, this.x[0]) - 1), Math.min(x.length, search(x, this.x[1]) + 2)];
    }
    line(x, y, ascending) {
      const [begin, end] = this.span(x, ascending), parts = [];
      let pen = "M", before = "";
      for (let k = begin; k < end; k++) {
        if (!Number.isFinite(y[k]) || !Number.isFinite(x[k])) { pen = "M"; before = ""; continue; }
        const here = this.point(x[k], y[k]);
        if (here !== before) parts.push(pen + here);
        pen = "L"; before = here;
      }
      return parts.join("");
    }
    area(x, low, high) {
      const [begin, end] = this.span(x, true), there = [], back = [];
      for (let k = begin; k < end; k++) {
        if (!Number.isFinite(low[k]) || !Number.isFinite(high[k])) continue;
        there.push(this.point(x[k], high[k]));
        back.push(this.point(x[k], low[k]));
      }
      return there.length > 1 ? "M" + there.join("L") + "L" + back.reverse().join("L") + "z" : "";
    }
    marks(x, y, angle, kind) {
      const size = MARK * (this.x[1] - this.x[0]), outline = OUTLINES[kind];
      let all = "";
      for (let k = 0; k < x.length; k++) {
        if (!Number.isFinite(x[k] + y[k] + angle[k])) continue;
        const c = size * Math.cos(angle[k]), s = size * Math.sin(angle[k]);
        all += "M" + outline.map(([u, v]) => this.point(x[k] + c * u - s * v, y[k] + s * u + c * v)).join("L") + "z";
      }
      return all;
    }

    // Zoom to a range of x; y shows what is visible there.
    zoom(low, high) {
      [this.x[0], this.x[1]] = [low, high];
      this.fit();
      this.update();
    }
    fit() {
      if (this.spec.ratio) return;
      if (!this.zoomed && this.items.every((item) => !item.hidden)) {
        [this.y[0], this.y[1]] = this.spec.y;
        return;
      }
      let low = Infinity, high = -Infinity;
      for (const item of this.items) {
        if (item.hidden || item.x === undefined) continue;
        const x = numbers(item.x), [begin, end] = this.span(x, true);
        for (const y of item.kind === "area" ? (item.style === "area sky" ? ["high"] : ["low", "high"]) : ["y"]) {
          const values = numbers(item[y]);
          for (let k = begin; k < end; k++) {
            if (x[k] < this.x[0] || x[k] > this.x[1] || !Number.isFinite(values[k])) continue;
            low = Math.min(low, values[k]);
            high = Math.max(high, values[k]);
          }
        }
      }
      if (low > high) return;
      if (this.spec.y[0] === 0) low = 0;
      const middle = 0.5 * (low + high), half = 1.1 * Math.max(0.5 * (high - low), 0.02 * this.spec.least, 1e-12);
      [this.y[0], this.y[1]] = [middle - half, middle + half];
    }
    reset() {
      [this.x, this.y] = [[...this.spec.x], [...this.spec.y]];
      this.fit();
      this.update();
    }

    // What the lines are at a time, or at another x.
    read(at) {
      const found = [];
      for (const item of this.items) {
        if (item.hidden || item.kind !== "line") continue;
        const x = numbers(item.x);
        if (!x.length || at < x[0] - 1e-9 || at > x[x.length - 1] + 1e-9) continue;
        const k = nearest(x, at);
        found.push({ item, x: x[k], y: numbers(item.y)[k] });
      }
      return found;
    }
    show(at, tell) {
      const place = this.place(at);
      if (this.spec.ratio) return this.showPlace(at);
      if (!(place >= 0 && place <= 1)) return this.hide();
      this.cursor.style.left = 100 * place + "%";
      this.cursor.classList.add("on");
      const found = this.read(at), dots = [];
      for (const { x, y } of found) if (Number.isFinite(y)) dots.push("M" + this.point(x, y) + "h0");
      this.dots.setAttribute("d", dots.join(""));
      if (tell) tip.show(this, place, at, found);
      if (this.now) this.tellBriefly(tell ? [] : found);
    }
    showPlace(at) {
      const dots = [];
      for (const item of this.items) {
        if (item.hidden || item.t === undefined) continue;
        const t = numbers(item.t);
        if (!t.length || at < t[0] - 1e-9 || at > t[t.length - 1] + 1e-9) continue;
        const k = nearest(t, at);
        dots.push("M" + this.point(numbers(item.x)[k], numbers(item.y)[k]) + "h0");
      }
      this.dots.setAttribute("d", dots.join(""));
    }
    tellBriefly(found) {
      this.now.replaceChildren();
      for (const { item, y } of found.slice(0, 4)) {
        const span = add(this.now, "span", item.style.replace(/^line/, "ink-of"));
        span.textContent = this.value(y) + (this.spec.compass && item.style.includes("green") ? " (" + heading(y) + ")" : "");
      }
    }
    value(y) { return words(y * this.y[2], (this.y[1] - this.y[0]) * this.y[2]); }
    hide() {
      this.cursor.classList.remove("on");
      this.dots.setAttribute("d", "");
      if (this.now) this.now.replaceChildren();
    }

    // The point of a track that is nearest to the pointer.
    nearestPlace(px, py, box) {
      let best = null, least = 40 * 40;
      for (const item of this.items) {
        if (item.hidden || item.t === undefined) continue;
        const x = numbers(item.x), y = numbers(item.y), t = numbers(item.t);
        for (let k = 0; k < x.length; k++) {
          const d = (this.place(x[k]) * box.width - px) ** 2 + (this.height(y[k]) * box.height - py) ** 2;
          if (d < least) { least = d; best = { item, x: x[k], y: y[k], t: t[k] }; }
        }
      }
      return best;
    }
  }

  function frameText(plot, kind) {
    const list = [...plot.frame.querySelectorAll(".ticks " + kind)];
    return { list, model: list[0] };
  }
  function add(parent, tag, name) {
    const made = document.createElement(tag);
    made.className = name;
    return parent.appendChild(made);
  }
  const heading = (yaw) => String(Math.round((((90 - yaw) % 360) + 360) % 360) % 360).padStart(3, "0") + "\u00b0";

  const ring = Array.from({ length: 17 }, (_, k) => [0.5 * Math.cos(k * Math.PI / 8), 0.5 * Math.sin(k * Math.PI / 8)]);
  const OUTLINES = {
    arrow: [[1, 0], [-0.6, 0.45], [-0.3, 0], [-0.6, -0.45]],
    ring,
    square: [[0.45, 0.45], [-0.45, 0.45], [-0.45, -0.45], [0.45, -0.45]],
    diamond: [[0.5, 0], [0, 0.5], [-0.5, 0], [0, -0.5]],
  };

  // The box with the values beside the pointer.
  const tip = {
    box: add(document.body, "div", "tip"),
    show(plot, place, at, found) {
      const [, , factor, unit] = plot.x;
      this.begin(plot.time ? "t = " + words(at * factor, (plot.x[1] - plot.x[0]) * factor) + " " + unit
        : words(at * factor, (plot.x[1] - plot.x[0]) * factor) + " " + unit);
      for (const { item, y } of found) {
        const extra = plot.spec.compass ? ", heading " + heading(y) : "";
        this.row(item, item.name, plot.value(y) + " " + plot.spec.unit + extra);
      }
      const box = plot.element.getBoundingClientRect();
      this.move(box.left + place * box.width, box.top + 8);
    },
    showPlace(plot, { item, x, y, t }, px, py) {
      const range = plot.x[1] - plot.x[0];
      this.begin("t = " + words(t, 100) + " s");
      this.row(item, item.name, "x " + words(x, range) + ", y " + words(y, range) + " " + plot.spec.unit);
      this.move(px, py + 12);
    },
    begin(title) {
      this.box.replaceChildren();
      add(this.box, "p", "when").textContent = title;
    },
    row(item, name, value) {
      const row = add(this.box, "p", item.style.replace(/^line/, "ink-of"));
      add(row, "span", "name").textContent = name;
      add(row, "span", "value").textContent = value;
    },
    move(x, y) {
      this.box.classList.add("on");
      const { width, height } = this.box.getBoundingClientRect(), room = document.documentElement.clientWidth;
      const left = x + 14 + width < room ? x + 14 : x - 14 - width;
      const top = Math.min(y, innerHeight - height - 4);
      this.box.style.left = Math.max(4, Math.min(left, room - width - 4)) + "px";
      this.box.style.top = Math.max(4, top) + "px";
    },
    hide() { this.box.classList.remove("on"); },
  };

  const plots = [...document.querySelectorAll(".plot")].map((element) => new Plot(element));
  const timed = plots.filter((plot) => plot.time), maps = plots.filter((plot) => plot.spec.ratio);
  let frame = 0;

  function pointTo(plot, at) {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(() => {
      for (const other of plot.time ? [...timed, ...maps] : [plot]) other.show(at, other === plot);
    });
  }
  function leave() {
    cancelAnimationFrame(frame);
    tip.hide();
    for (const plot of plots) plot.hide();
  }
  // All plots over time zoom together.
  function zoom(plot, low, high) {
    const least = 1e-6 * (plot.spec.x[1] - plot.spec.x[0]);
    if (high - low < least) return;
    for (const other of plot.time ? timed : [plot]) other.zoom(low, high);
    leave();
    tellReset();
  }
  function reset(plot) {
    for (const other of plot.time ? timed : [plot]) other.reset();
    leave();
    tellReset();
  }
  const button = add(document.body, "button", "reset");
  button.type = "button";
  button.textContent = "Reset zoom";
  button.addEventListener("click", () => { plots.forEach((plot) => plot.reset()); leave(); tellReset(); });
  function tellReset() { button.classList.toggle("on", plots.some((plot) => plot.zoomed)); }

  for (const plot of plots) {
    const { element } = plot;
    let start = null;
    const where = (event) => {
      const box = element.getBoundingClientRect();
      const bound = (v, size) => Math.min(size, Math.max(0, v));
      return { x: bound(event.clientX - box.left, box.width), y: bound(event.clientY - box.top, box.height), box };
    };
    const at = ({ x, box }) => plot.x[0] + (plot.x[1] - plot.x[0]) * x / box.width;
    element.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      start = where(event);
      element.setPointerCapture(event.pointerId);
    });
    element.addEventListener("pointermove", (event) => {
      const here = where(event);
      if (start && Math.abs(here.x - start.x) > DRAG) {
        const { style } = plot.selection;
        plot.selection.classList.add("on");
        style.left = Math.min(start.x, here.x) + "px";
        style.width = Math.abs(here.x - start.x) + "px";
        style.top = plot.spec.ratio ? Math.min(start.y, here.y) + "px" : "0";
        style.height = plot.spec.ratio ? Math.abs(here.y - start.y) + "px" : "100%";
        tip.hide();
      } else if (plot.spec.ratio) {
        const found = plot.nearestPlace(here.x, here.y, here.box);
        if (!found) { leave(); return; }
        for (const other of [...timed, ...maps]) other.show(found.t, false);
        tip.showPlace(plot, found, event.clientX, event.clientY);
      } else {
        pointTo(plot, at(here));
      }
    });
    element.addEventListener("pointerup", (event) => {
      const here = where(event), from = start;
      start = null;
      plot.selection.classList.remove("on");
      if (!from || Math.abs(here.x - from.x) <= DRAG) return;
      const ends = [at(from), at(here)].sort((a, b) => a - b);
      if (!plot.spec.ratio) { zoom(plot, ...ends); return; }
      // A map stays to scale: the smallest view that has all of the selection.
      const up = (p) => plot.y[1] - (plot.y[1] - plot.y[0]) * p.y / p.box.height;
      const width = Math.max(ends[1] - ends[0], Math.abs(up(from) - up(here)) * plot.spec.ratio);
      const x = 0.5 * (ends[0] + ends[1]), y = 0.5 * (up(from) + up(here));
      [plot.y[0], plot.y[1]] = [y - 0.5 * width / plot.spec.ratio, y + 0.5 * width / plot.spec.ratio];
      zoom(plot, x - 0.5 * width, x + 0.5 * width);
    });
    element.addEventListener("pointercancel", () => { start = null; plot.selection.classList.remove("on"); leave(); });
    element.addEventListener("pointerleave", () => { if (!start) leave(); });
    element.addEventListener("dblclick", () => reset(plot));
    element.addEventListener("blur", leave);
    let place = 0.5;
    element.addEventListener("keydown", (event) => {
      const [low, high] = plot.x, range = high - low;
      const keys = { ArrowLeft: -0.01, ArrowRight: 0.01, PageUp: -0.1, PageDown: 0.1 };
      if (event.key in keys && !plot.spec.ratio) {
        place = Math.min(1, Math.max(0, place + keys[event.key]));
        pointTo(plot, low + place * range);
      } else if (event.key === "+" && !plot.spec.ratio) {
        zoom(plot, low + (place - 0.25) * range, low + (place + 0.25) * range);
        place = 0.5;
      } else if (event.key === "Escape" || event.key === "-") {
        reset(plot);
      } else {
        return;
      }
      event.preventDefault();
    });
  }

  // Legends: each entry is a button that shows and hides its lines.
  for (const list of document.querySelectorAll(".keys")) {
    const linked = list.classList.contains("linked");
    for (const entry of list.querySelectorAll("li")) {
      const button = document.createElement("button");
      button.type = "button";
      button.append(...entry.childNodes);
      button.setAttribute("aria-pressed", "true");
      button.title = "Show or hide";
      entry.append(button);
      const [kind, color, ...variants] = entry.dataset.style.split(" ");
      const same = kind === "end" ? null : [kind, color, ...variants].join(" ");
      if (!same) { button.disabled = true; continue; }
      button.addEventListener("click", () => {
        const hidden = button.getAttribute("aria-pressed") === "true";
        const figure = list.closest("figure");
        for (const other of linked ? document.querySelectorAll(".keys.linked button") : [button]) {
          if (other.parentNode.dataset.style === same) other.setAttribute("aria-pressed", String(!hidden));
        }
        for (const plot of plots) {
          if (!linked && plot.figure !== figure) continue;
          const own = plot.items.filter((item) => belongs(item.style, same) || (linked && item.style === same + " dashed"));
          if (!own.length) continue;
          for (const item of own) item.hidden = hidden;
          plot.fit();
          plot.update();
        }
      });
    }
  }
  // The band of a line, its faint companions and the arrows of a track go with it.
  function belongs(style, key) {
    const [kind, color] = key.split(" ");
    if (style === key || style === key + " faint") return true;
    if (kind === "line" && key.split(" ").length === 2) return ["area", "arrow", "end"].some((k) => style === k + " " + color);
    return false;
  }

  const watch = new IntersectionObserver((entries) => {
    for (const entry of entries) {
      const plot = plots.find((each) => each.element === entry.target);
      plot.seen = entry.isIntersecting;
      if (plot.seen && plot.stale) plot.draw();
    }
  }, { rootMargin: "200px" });
  for (const plot of plots) watch.observe(plot.element);
  addEventListener("beforeprint", () => plots.forEach((plot) => plot.stale && plot.draw()));

  const help = add(document.body, "p", "hidden");
  help.id = "plot-help";
  help.textContent = "Arrow keys move the cursor, plus zooms in, Escape resets.";
  document.documentElement.classList.add("scripted");
})();
