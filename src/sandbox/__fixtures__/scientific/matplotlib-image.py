import matplotlib.pyplot as plt
import numpy as np
grid = np.arange(64).reshape(8, 8)
plt.imsave("grid.png", grid, cmap="viridis")
print(plt.imread("grid.png").shape)
plt.imshow(grid)
plt.colorbar()
plt.gcf().canvas.draw()
print(len(plt.gcf().axes))
plt.show()
