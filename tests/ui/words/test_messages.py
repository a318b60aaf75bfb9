from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.runtime.forward_msg_cache import populate_hash_if_needed


def test_no_message_refers_to_one_that_the_browser_may_have_forgotten():
    message = ForwardMsg()
    message.delta.new_element.markdown.body = "0" * 10_000_000
    populate_hash_if_needed(message)
    assert message.hash
    assert not message.metadata.cacheable
