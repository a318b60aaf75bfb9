"""What people type, by what they mean, and what they type that no question answers: the limits of
the search are those that part these best.

`python -m tests.ui.questions.wordings` prints how far they do.
"""

from ui.questions.search import Found, find

ENGLISH = {
    "why scale the dot product": "sqrt_dk",
    "scaled attention reason": "sqrt_dk",
    "what is the query vector for": "q_k_v",
    "role of keys and values": "q_k_v",
    "why use multi head": "several_heads",
    "benefit of multiple heads": "several_heads",
    "sum of attention greater than one": "over_1",
    "dropout makes rows not sum to 1": "over_1",
    "do I need contiguous after transpose": "view_transpose",
    "which mask for encoder decoder attention": "which_padding",
    "what is cross attention": "cross_attention",
    "mask the padding in queries": "queries_too",
    "is true masked or kept": "true_hides",
    "shape of the padding mask": "mask_axis",
    "combine padding and causal mask": "and_or",
    "upper or lower triangle": "triangle",
    "why is the future masked": "look_ahead",
    "why minus infinity": "minus_infinity",
    "softmax returns nan": "empty_row",
    "can the model learn around -1e4": "finite_mask",
    "fp16 overflow mask": "half_precision",
    "does the residual leak future tokens": "residual_leak",
    "batch norm leaks future": "norm_leak",
    "is_causal=True": "is_causal",
    "do we need a mask at inference": "mask_at_inference",
    "feed all target tokens at once": "whole_target",
    "zero vector padding": "zeros_as_padding",
    "why sin and cos": "sin_cos",
    "even odd or half half sin cos": "interleaved",
    "why sum positional encoding and embedding": "add_or_concatenate",
    "multiply embedding by root d_model": "sqrt_d_model",
    "what does the residual connection do": "residual_and_norm",
    "pre norm or post norm": "pre_or_post",
    "d_ff 4": "feed_forward",
    "parameter count": "parameters",
    "target shifted right": "shifted",
    "exposure bias": "teacher_forcing",
    "label smoothing": "label_smoothing",
    "training accuracy good inference bad": "nonsense",
    "why warm up": "warm_up",
    "noam optimizer factor": "noam_factor",
    "greedy decoding loop": "step_by_step",
    "number of parameters": "parameters",
    "attention mask convention in pytorch": "true_hides",
    "why is the output garbage at test time": "nonsense",
}
KOREAN = {
    "내적을 왜 나누나요": "sqrt_dk",
    "루트 dk로 나누는 까닭": "sqrt_dk",
    "키와 밸류의 역할": "q_k_v",
    "멀티헤드를 쓰는 이유": "several_heads",
    "헤드가 많으면 좋은 점": "several_heads",
    "가중치 합이 1이 아니에요": "over_1",
    "트랜스포즈는 왜 해요": "view_transpose",
    "크로스어텐션이 뭐예요": "cross_attention",
    "패딩 쿼리를 마스킹해야 하나": "queries_too",
    "트루가 가리는 건가요": "true_hides",
    "마스크의 shape": "mask_axis",
    "마스크를 합치는 법": "and_or",
    "상삼각행렬인가요 하삼각행렬인가요": "triangle",
    "미래를 왜 가려요": "look_ahead",
    "음의무한대를 쓰는 이유": "minus_infinity",
    "nan이 나오는 이유": "empty_row",
    "반정밀도 마스크": "half_precision",
    "잔차로 정보가 새나요": "residual_leak",
    "배치정규화는 미래가 새나요": "norm_leak",
    "추론할때 마스크를 쓰나요": "mask_at_inference",
    "타깃을 한번에 넣는 이유": "whole_target",
    "패딩을 0벡터로 찾기": "zeros_as_padding",
    "포지셔널인코딩에 사인을 쓰는 이유": "sin_cos",
    "위치를 더하는 이유가 뭔가요": "add_or_concatenate",
    "임베딩에 루트를 곱하는 이유": "sqrt_d_model",
    "잔차연결의 역할": "residual_and_norm",
    "프리놈 포스트놈": "pre_or_post",
    "파라미터수": "parameters",
    "디코더입력을 오른쪽으로 미는 이유": "shifted",
    "교사강요": "teacher_forcing",
    "레이블스무딩": "label_smoothing",
    "학습률워밍업": "warm_up",
    "번역이 생성되는 과정": "step_by_step",
    "정확도는 높은데 번역이 엉망": "nonsense",
}
ENGLISH_NONE = (
    "how to bake bread",
    "weather tomorrow",
    "asdfgh",
    "lstm vs rnn",
    "what is a gpu",
    "what is backpropagation",
    "how to install pytorch",
    "convolution kernel",
    "reinforcement learning from human feedback",
    "rotary embeddings",
    "what is bert",
    "how does chatgpt work",
    "tokenizer byte pair encoding",
    "beam search width",
    "gradient clipping",
    "learning to cook",
    "best laptop",
    "who invented the transformer",
    "electric transformer voltage",
    "prompt engineering",
    "mixture of experts",
    "quantization int8",
    "vision transformer patches",
    "bleu score",
    "dataset download",
    "adam epsilon",
    "weight decay",
    "perplexity",
    "temperature sampling",
    "cat pictures",
    "hello",
    "help",
    "language",
    "the model",
    "size of the window",
    "my homework",
    "capital of France",
    "change the colour",
    "python list comprehension",
    "knowledge distillation",
    "gelu activation",
    "how to train faster",
    "what is a token",
    "sentencepiece",
    "attention is all you need authors",
    "flash cards",
    "long context",
    "sliding window",
    "lora adapters",
    "batch size",
    "early stopping",
)
KOREAN_NONE = (
    "한국의 수도는",
    "오늘 날씨",
    "빵 굽는 법",
    "역전파가 뭔가요",
    "파이토치 설치",
    "합성곱 신경망",
    "강화 학습",
    "버트란 무엇인가요",
    "토크나이저",
    "빔 서치",
    "블루 점수",
    "양자화",
    "비전 트랜스포머",
    "전기 변압기",
    "점심 메뉴",
    "안녕하세요",
    "도움말",
    "모델",
    "언어",
    "데이터셋 받기",
    "온도 샘플링",
    "가중치 감쇠",
    "조기 종료",
    "배치 크기",
    "그래디언트 클리핑",
    "누가 트랜스포머를 만들었나요",
    "지식 증류",
    "로라",
    "긴 문맥",
    "색을 바꾸기",
)


def is_answered(found: Found, meant: str) -> bool:
    """Whether the question that is meant is said to be the answer, and comes first."""
    return found.fits and bool(found.questions) and found.questions[0].key == meant


def unanswered(wordings: dict[str, str]) -> list[str]:
    """Those whose question is not said to be the answer."""
    return [typed for typed, meant in wordings.items() if not is_answered(find(typed), meant)]


def not_among_the_first(wordings: dict[str, str], count: int = 3) -> list[str]:
    """Those whose question is not even offered as one of the nearest."""
    found = {typed: [one.key for one in find(typed).questions[:count]] for typed in wordings}
    return [typed for typed, meant in wordings.items() if meant not in found[typed]]


def passed_off(typed: tuple[str, ...]) -> list[str]:
    """Those that no question answers, and that one is said to answer."""
    return [one for one in typed if find(one).fits]


if __name__ == "__main__":
    for wordings, none in ((ENGLISH, ENGLISH_NONE), (KOREAN, KOREAN_NONE)):
        for title, found, all_of in (
            ("meant, not answered", unanswered(wordings), wordings),
            ("meant, not offered", not_among_the_first(wordings), wordings),
            ("not meant, answered", passed_off(none), none),
        ):
            print(f"{title}: {len(found)} of {len(all_of)}: {', '.join(found)}")
