"""Training on the pair of sentences, some steps with each answer: nobody waits for all of them."""

from copy import deepcopy
from threading import Lock

from pages.whole_model.sentences import Sentences
from transformer_core import Transformer
from transformer_lab.learning.one_pair import learner_of, take_steps

STEPS_OF_ONE_LAYER = 40
"""The steps of an answer where encoder and decoder have one layer: a fifth of a second on a
quiet machine. A step of more layers takes that many times as long, so an answer has fewer."""
MOST_KEPT = 8


def steps_at_once(num_layers: int) -> int:
    """Return how many steps an answer takes at most."""
    return max(1, STEPS_OF_ONE_LAYER // num_layers)


class PairTraining:
    """The training of a model on a pair, and how far it has come; shared by all threads."""

    def __init__(self, untrained: Transformer, pair: Sentences, label_smoothing: float) -> None:
        self._pair, self._label_smoothing, self._lock = pair, label_smoothing, Lock()
        self._at_once = steps_at_once(untrained.config.num_layers)
        self._learners = {0: learner_of(untrained)}
        """Models in float64 by the number of their steps, in the order in which they were made."""

    def next_stop(self, steps: int) -> int:
        """Return the step to which one answer comes on the way to `steps`."""
        with self._lock:
            return min(steps, self._reached(steps) + self._at_once)

    def _reached(self, steps: int) -> int:
        return max(one for one in self._learners if one <= steps)

    def model(self, steps: int) -> Transformer:
        """Return the model after some steps: those that are missing are taken now."""
        with self._lock:
            start = self._reached(steps)
            if start < steps:
                learner = deepcopy(self._learners[start])
                pair = self._pair
                given = (pair.src_ids, pair.tgt_ids, pair.targets, steps - start)
                take_steps(learner, *given, self._label_smoothing)
                self._keep(steps, learner)
            return deepcopy(self._learners[steps]).requires_grad_(False).float()

    def _keep(self, steps: int, learner: Transformer) -> None:
        self._learners[steps] = learner
        if len(self._learners) > MOST_KEPT:
            _, oldest, *_ = self._learners
            del self._learners[oldest]
