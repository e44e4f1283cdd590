class Node:
    def __init__(self, value):
        self.value = value
        self.left = None
        self.right = None


class BinarySearchTree:
    def __init__(self):
        self.root = None

    def insert(self, value):
        if self.root is None:
            self.root = Node(value)
            return
        current = self.root
        while True:
            if value < current.value:
                if current.left is None:
                    current.left = Node(value)
                    return
                current = current.left
            else:
                if current.right is None:
                    current.right = Node(value)
                    return
                current = current.right

    def in_order(self, node, out):
        if node is not None:
            self.in_order(node.left, out)
            out.append(node.value)
            self.in_order(node.right, out)
        return out

    def height(self, node):
        return 0 if node is None else 1 + max(self.height(node.left), self.height(node.right))


tree = BinarySearchTree()
for value in [50, 30, 70, 20, 40, 60, 80]:
    tree.insert(value)
print(tree.in_order(tree.root, []), tree.height(tree.root))
