import streamlit as st

st.title("self_attention")
