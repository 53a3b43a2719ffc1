"""together.py: networks of one shape, trained at once.

A small network keeps no GPU busy: most of its time goes into starting thousands of small kernels. So the weights of
several networks are stacked, and each kernel does the work of all. They have nothing else in common: each has
its own questions, its own chance and its own loss, and learns what it would learn alone.
"""
import torch
from torch import nn
from torch.nn import functional as F

try:
    from torch.func import functional_call, vmap
except ImportError:  # PyTorch 1
    from functorch import vmap
    from torch.nn.utils.stateless import functional_call

from losses import Agreement, likelihood
from network import Batch, WordTable

ALIGNED = 16  # weights: where each of a network's tensors begins


class Lesson(nn.Module):
    """The result of one network for one batch: the parts of its loss."""

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
        """Words to hide in this step: in every second pair a share of them, the same in both questions."""
        if not self.options.forget:
            return None
        draw = lambda *shape: torch.rand(*shape, device=known.device)
        share = draw(pairs, 1) * self.options.forget * (draw(pairs, 1) < 0.5)
        chosen = draw(pairs, len(known)) < share
        return torch.cat([chosen, chosen])


def gap(weight):
    """How many numbers are between these weights and the next."""
    return -weight.numel() % ALIGNED


class Networks:
    """All weights are one tensor, networks × weights, so that one operation changes all of them."""

    def __init__(self, networks, options, precision):
        self.networks, self.precision = networks, precision
        self.lesson = Lesson(networks[0], options).train()
        self.like = dict(self.lesson.named_parameters())
        self.weights = nn.Parameter(torch.stack([self.in_a_row(network) for network in networks]))

    @staticmethod
    def in_a_row(network):
        return torch.cat([F.pad(weight.detach().flatten(), (0, gap(weight))) for weight in network.parameters()])

    def by_name(self, weights):
        """The weights of one network, or of all, by their names."""
        parts = weights.split([n for like in self.like.values() for n in (like.numel(), gap(like))], -1)[::2]
        return {name: part.view(*part.shape[:-1], *like.shape) for (name, like), part in zip(self.like.items(), parts)}

    def losses(self, table, step):
        """networks × parts."""
        own, tensors = self.by_name(self.weights.to(self.precision)), step.tensors()
        teach = lambda weights, *given: functional_call(self.lesson, weights, given)
        return vmap(teach, in_dims=(0, 0, None) + (0,) * len(tensors), randomness="different")(
            own, table.known, table.grams, *tensors)

    def clip(self, most):
        """No network takes a longer step than this."""
        gradient = self.weights.grad
        lengths = gradient.norm(dim=1, keepdim=True)
        gradient.mul_((most / (lengths + 1e-6)).clamp(max=1))

    def hand_back(self):
        """Each network gets its weights."""
        with torch.no_grad():
            for network, own in zip(self.networks, self.weights):
                for weight, learnt in zip(network.parameters(), self.by_name(own).values()):
                    weight.copy_(learnt)
