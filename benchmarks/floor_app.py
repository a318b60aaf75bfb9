"""The baseline of the speed figures: the simplest Streamlit app with a slider and a heatmap."""

import numpy as np
import plotly.graph_objects as go
import streamlit as st

seq_len = st.slider("seq_len", 1, 200, 50)
angles = np.arange(seq_len)[:, None] / 10_000 ** (np.arange(64) / 64)  # (seq_len, 64)
encoding = np.concatenate([np.sin(angles), np.cos(angles)], axis=1)  # (seq_len, 128)
st.plotly_chart(go.Figure(go.Heatmap(z=encoding.astype(np.float32), colorscale="RdBu")))
