import numpy as np
t = np.arange(128) / 128
spectrum = np.abs(np.fft.rfft(np.sin(2 * np.pi * 5 * t) + 0.5 * np.sin(2 * np.pi * 20 * t)))
print(np.argsort(spectrum)[-2:][::-1].tolist(), spectrum.max().round(4))
