import streamlit as st

st.title("learning_rate")
