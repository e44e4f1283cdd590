import matplotlib.pyplot as plt
import networkx as nx
graph = nx.cycle_graph(5)
nx.draw(graph, nx.spring_layout(graph, seed=1), with_labels=True)
plt.savefig("graph.png")
print(list(nx.topological_sort(nx.DiGraph([(1, 2), (2, 3)]))), len(plt.gca().texts))
