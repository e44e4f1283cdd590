import os
import matplotlib.pyplot as plt
figure, (left, right) = plt.subplots(1, 2, figsize=(6, 3))
left.plot([1, 2, 3], [1, 4, 9], label="squares")
left.legend()
right.bar(["a", "b"], [3, 5])
figure.savefig("plot.png")
print(os.path.getsize("plot.png") > 5000, plt.get_backend().lower(), left.get_xlim())
