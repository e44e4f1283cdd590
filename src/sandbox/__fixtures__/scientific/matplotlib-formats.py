import matplotlib.pyplot as plt
import numpy as np
x = np.linspace(0, 6, 50)
plt.fill_between(x, np.sin(x), alpha=0.3)
plt.title(r"$\sin(x)$ and text")
for name in ("plot.svg", "plot.pdf"):
    plt.savefig(name)
    with open(name, "rb") as file:
        print(name, file.read(5))
