import networkx as nx
graph = nx.karate_club_graph()
ranks = nx.pagerank(graph)
print(sorted(ranks, key=ranks.get)[-3:], round(nx.average_clustering(graph), 6))
print([len(group) for group in nx.community.greedy_modularity_communities(graph)])
