"""together.py: networks of one shape, trained at once.

A small network keeps no GPU busy: most of its time goes into starting thousands of small kernels. So the weights of
several networks are stacked, and each kernel does the work of all. They have nothing else in common: each has
its own questions, its own chance and its own loss, and learns what it would learn alone.
"""
import torch
from torch import nn

try:
    from torch.func import functional_call, vmap
except ImportError:  # PyTorch 1
    from functorch import vmap
    from torch.nn.utils.stateless import functional_call

from losses import Agreement, likelihood
from network import Batch, WordTable


class Lesson(nn.Module):
    """What one network makes of one batch: the parts of its loss."""

    def __init__(self, network, options):
        super().__init__()
        self.network = network
        self.options = options

    def forward(self, known, grams, *tensors):
        """Likelihood, disagreement, and disagreement after mistakes."""
        table, batch, network = WordTable(known, grams), Batch(*tensors[:5]), self.network
        origin = tensors[5] if len(tensors) > 5 else None
        hidden = None if origin is None else self.hidden_words(len(origin), known)
        memory = network.encode(batch, table, hidden)
        scores = network.decode(memory, batch.target)
        parts = [likelihood(scores, batch.target, batch.padding, network.shape.vocabulary)]
        if origin is not None:
            agreement = Agreement(batch, origin, network.shape.vocabulary)
            parts += [agreement.loss(scores), self.after_mistakes(agreement, scores, memory)]
        return torch.stack(parts + [torch.zeros_like(parts[0])] * (3 - len(parts)))

    def after_mistakes(self, agreement, scores, memory):
        if not self.options.resample:
            return scores.new_zeros(())
        prefixes = agreement.resampled(scores, self.options.resample)
        return agreement.loss(self.network.decode(memory, prefixes))

    def hidden_words(self, pairs, known):
        """Words that are not read in this step: in every second pair a share of them, the same in both questions."""
        if not self.options.forget:
            return None
        draw = lambda *shape: torch.rand(*shape, device=known.device)
        share = draw(pairs, 1) * self.options.forget * (draw(pairs, 1) < 0.5)
        chosen = draw(pairs, len(known)) < share
        return torch.cat([chosen, chosen])


class Networks:
    def __init__(self, networks, options, precision):
        self.networks, self.precision = networks, precision
        self.lesson = Lesson(networks[0], options).train()
        each = [dict(network.named_parameters()) for network in networks]
        self.weights = {name: nn.Parameter(torch.stack([own[name].detach() for own in each])) for name in each[0]}

    def losses(self, table, step):
        """networks × parts."""
        tensors = step.tensors()
        teach = lambda weights, *given: functional_call(self.lesson, weights, given)
        own = {"network." + name: weight.to(self.precision) for name, weight in self.weights.items()}
        return vmap(teach, in_dims=(0, 0, None) + (0,) * len(tensors), randomness="different")(
            own, table.known, table.grams, *tensors)

    def clip(self, most):
        """No network takes a longer step than this."""
        gradients = [weight.grad for weight in self.weights.values()]
        lengths = torch.stack([gradient.flatten(1).norm(dim=1) for gradient in gradients]).norm(dim=0)
        shares = (most / (lengths + 1e-6)).clamp(max=1)
        for gradient in gradients:
            gradient.mul_(shares.view(-1, *[1] * (gradient.dim() - 1)))

    def hand_back(self):
        """Each network gets its weights."""
        with torch.no_grad():
            for i, network in enumerate(self.networks):
                for name, weight in network.named_parameters():
                    weight.copy_(self.weights[name][i])
