"""The PyTorch code of the learning-rate page, with torch alone and with the core."""


def learning_rate_code(
    d_model: int, warmup_steps: int, factor: float, number_of_steps: int, step: int
) -> str:
    """The schedule at every step, and how an optimizer uses it."""
    return "\n".join(
        [
            "import torch",
            "",
            f"d_model, warmup_steps, factor = {d_model}, {warmup_steps}, {factor}",
            "",
            f"steps = torch.arange({max(number_of_steps, step) + 1}, dtype=torch.float64)",
            "falling = steps**-0.5",
            "rising = steps * warmup_steps**-1.5",
            "rates = (factor * d_model**-0.5 * torch.minimum(falling, rising)).float()",
            f"print(rates[{step}])",
            "",
            "# In training: call schedule.step() after each optimizer.step().",
            "model = torch.nn.Linear(d_model, d_model)",
            "optimizer = torch.optim.Adam(model.parameters(), lr=1.0, betas=(0.9, 0.98), eps=1e-9)",
            "schedule = torch.optim.lr_scheduler.LambdaLR(",
            "    optimizer, lambda done: rates[min(done + 1, len(rates) - 1)].item()",
            ")",
        ]
    )


def learning_rate_core_code(
    d_model: int, warmup_steps: int, factor: float, number_of_steps: int, step: int
) -> str:
    """The same schedule, computed with the core."""
    return f"""import torch
from transformer_core import learning_rate

steps = torch.arange({max(number_of_steps, step) + 1})
rates = learning_rate(steps, {d_model}, warmup_steps={warmup_steps}, factor={factor})
print(rates[{step}])"""
