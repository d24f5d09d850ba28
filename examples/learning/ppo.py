"""Train a policy by proximal policy optimisation (PPO), and compare it with the autopilot on seeds that it never saw.

    pip install 'seaway[gym]' torch
    python examples/learning/ppo.py seaway/StationKeeping-v0 --total 2e6 --out build/learning/station

One file on the plain vector interface of Gymnasium; two cores and a few minutes are enough. Reference: J. Schulman et
al., Proximal policy optimization algorithms, arXiv:1707.06347, 2017.
"""

import argparse
import json
import time
from itertools import pairwise
from pathlib import Path

import gymnasium
import numpy as np
import torch
from torch import nn

import seaway.gym  # noqa: F401 - registers the environments

HELD_OUT = 10_000_000
"""First seed of the evaluation; training takes seeds far below."""


class Policy(nn.Module):
    """A Gaussian policy and a value function, two hidden layers each."""

    def __init__(self, inputs: int, outputs: int, width: int = 64):
        super().__init__()
        self.mean = _layers(inputs, width, outputs, 0.01)
        self.value = _layers(inputs, width, 1, 1.0)
        self.spread = nn.Parameter(torch.full((outputs,), -0.7))

    def distribution(self, observations: torch.Tensor) -> torch.distributions.Normal:
        """Distribution of the actions."""
        return torch.distributions.Normal(self.mean(observations), self.spread.exp(), validate_args=False)


def _layers(inputs: int, width: int, outputs: int, gain: float) -> nn.Sequential:
    sizes = (inputs, width, width, outputs)
    layers: list[nn.Module] = []
    for k, (a, b) in enumerate(pairwise(sizes)):
        linear = nn.Linear(a, b)
        nn.init.orthogonal_(linear.weight, gain if k == 2 else 2.0**0.5)
        nn.init.zeros_(linear.bias)
        layers += [linear, nn.Tanh()]
    return nn.Sequential(*layers[:-1])


def train(args: argparse.Namespace, seed: int) -> tuple[Policy, list[dict[str, float]]]:
    """Train for some steps; return the policy and the learning curve."""
    torch.manual_seed(seed)
    torch.set_num_threads(args.threads)
    envs = gymnasium.make_vec(
        args.task, args.envs, vehicle=args.vehicle, realism=args.realism, threads=args.threads, copy=False
    )
    policy = Policy(envs.single_observation_space.shape[0], envs.single_action_space.shape[0])
    optimizer = torch.optim.Adam(policy.parameters(), lr=args.rate, eps=1e-5)
    n, steps = args.envs, args.steps
    size = envs.single_observation_space.shape[0]
    seen = torch.zeros((steps + 1, n, size))
    actions = torch.zeros((steps, n, envs.single_action_space.shape[0]))
    logs, rewards, values = torch.zeros((steps, n)), torch.zeros((steps, n)), torch.zeros((steps + 1, n))
    ended, skipped, cut = torch.zeros((steps, n)), torch.zeros((steps, n)), torch.zeros((steps, n))
    first, _ = envs.reset(seed=1000 * n * seed)
    seen[0] = torch.as_tensor(first)
    begun = torch.zeros(n)  # whether the step to come only begins an episode: with NEXT_STEP its action has no effect
    returns, totals, curve = np.zeros(n), list[float](), list[dict[str, float]]()
    start, done_steps = time.monotonic(), 0
    while done_steps < args.total:
        for group in optimizer.param_groups:
            group["lr"] = args.rate * max(0.05, 1.0 - done_steps / args.total)
        with torch.no_grad():
            for k in range(steps):
                distribution = policy.distribution(seen[k])
                actions[k] = distribution.sample()
                logs[k] = distribution.log_prob(actions[k]).sum(-1)
                values[k] = policy.value(seen[k])[:, 0]
                skipped[k] = begun
                got, reward, terminated, truncated, _ = envs.step(actions[k].numpy())
                seen[k + 1] = torch.as_tensor(got)
                rewards[k] = torch.as_tensor(reward, dtype=torch.float32)
                over = terminated | truncated
                ended[k], cut[k] = torch.as_tensor(terminated).float(), torch.as_tensor(truncated).float()
                returns += reward
                totals += returns[over].tolist()
                returns[over] = 0.0
                begun = torch.as_tensor(over).float()
            values[steps] = policy.value(seen[steps])[:, 0]
            advantages, last = torch.zeros((steps, n)), torch.zeros(n)
            for k in reversed(range(steps)):
                # After an end by itself nothing follows; after a cut the value of the last state stands for the rest.
                gained = rewards[k] + args.discount * values[k + 1] * (1.0 - ended[k]) - values[k]
                last = gained + args.discount * args.trace * (1.0 - ended[k]) * (1.0 - cut[k]) * last
                last = last * (1.0 - skipped[k])
                advantages[k] = last
        learn(policy, optimizer, args, seen[:-1], actions, logs, advantages, values[:-1], skipped)
        done_steps += n * steps
        if totals:
            curve.append({"steps": done_steps, "seconds": time.monotonic() - start, "return": float(np.mean(totals))})
            last = curve[-1]
            print(f"{done_steps / 1e6:7.2f} M steps  {last['seconds']:6.1f} s  mean return {last['return']:8.2f}")
            totals.clear()
    envs.close()
    return policy, curve


def learn(policy, optimizer, args, seen, actions, logs, advantages, values, skipped) -> None:
    """Some epochs over one roll-out."""
    use = (skipped == 0).flatten()
    x, a, log = (each.flatten(0, 1)[use] for each in (seen, actions, logs))
    gain, goal = advantages.flatten()[use], (advantages + values).flatten()[use]
    gain = (gain - gain.mean()) / (gain.std() + 1e-8)
    for _ in range(args.epochs):
        for part in torch.randperm(len(x)).chunk(args.parts):
            distribution = policy.distribution(x[part])
            ratio = (distribution.log_prob(a[part]).sum(-1) - log[part]).exp()
            limited = ratio.clamp(1.0 - args.clip, 1.0 + args.clip)
            loss = -torch.min(ratio * gain[part], limited * gain[part]).mean()
            loss = loss + 0.5 * (policy.value(x[part])[:, 0] - goal[part]).square().mean() * args.value_share
            loss = loss - args.entropy * distribution.entropy().sum(-1).mean()
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(policy.parameters(), 0.5)
            optimizer.step()


def evaluate(args: argparse.Namespace, policy: Policy | None, count: int = 256) -> dict[str, float]:
    """One episode in each of some environments with held-out seeds; without a policy, under the autopilot."""
    mode = "set_points" if policy is None else "actuators"
    envs = gymnasium.make_vec(args.task, count, vehicle=args.vehicle, realism=args.realism, action_mode=mode)
    seen, _ = envs.reset(seed=HELD_OUT)
    core = envs.unwrapped.core
    alive, returns, errors, effort, steps = np.ones(count, dtype=bool), np.zeros(count), np.zeros(count), 0.0, 0
    success = np.zeros(count, dtype=bool)
    while alive.any():
        if policy is None:
            action = envs.unwrapped.pilot()
        else:
            with torch.no_grad():
                action = policy.mean(torch.as_tensor(seen)).numpy()
        seen, reward, terminated, truncated, info = envs.step(action)
        returns += reward * alive
        true = core.task.observe(core.now, core.setup)[: core.task.signals[0].size]  # position or depth error [m]
        errors += np.sqrt(sum(each * each for each in true)) * alive
        effort += float(np.sum(np.broadcast_to(core.now.effort, (count,)) * alive))
        steps += int(alive.sum())
        over = (terminated | truncated) & alive
        if over.any() and "is_success" in info:
            success |= over & info["is_success"]
        alive &= ~over
    envs.close()
    return {
        "return": float(returns.mean()),
        "spread": float(returns.std()),
        "error": float(errors.sum() / steps),
        "effort": effort / steps,
        "success": float(success.mean()),
    }


def main() -> None:
    """Train, evaluate and write a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("task", help="such as seaway/StationKeeping-v0")
    parser.add_argument("--vehicle", default="bluerov2_heavy")
    parser.add_argument("--realism", default="ideal", choices=["ideal", "field"])
    parser.add_argument("--total", type=float, default=2e6, help="steps of training, for each seed")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--seeds", type=int, default=1, help="how many policies are trained")
    parser.add_argument("--out", type=Path, default=Path("build/learning/run"))
    parser.add_argument("--envs", type=int, default=512)
    parser.add_argument("--steps", type=int, default=32)
    parser.add_argument("--epochs", type=int, default=4)
    parser.add_argument("--parts", type=int, default=16)
    parser.add_argument("--rate", type=float, default=5e-4)
    parser.add_argument("--discount", type=float, default=0.99)
    parser.add_argument("--trace", type=float, default=0.95)
    parser.add_argument("--clip", type=float, default=0.2)
    parser.add_argument("--entropy", type=float, default=0.0)
    parser.add_argument("--value-share", type=float, default=1.0)
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    table: dict[str, object] = {"task": args.task, "vehicle": args.vehicle, "realism": args.realism}
    table["autopilot"] = evaluate(args, None)
    print("autopilot", table["autopilot"])
    table["ppo"], table["curves"] = [], []
    for seed in range(args.seeds):
        policy, curve = train(args, seed)
        table["ppo"].append(evaluate(args, policy))
        table["curves"].append(curve)
        print(f"seed {seed}", table["ppo"][-1])
        torch.save(policy.state_dict(), args.out / f"policy-{seed}.pt")
        (args.out / "table.json").write_text(json.dumps(table, indent=1))


if __name__ == "__main__":
    main()
