class Stack:
    def __init__(self):
        self.items = []

    def push(self, item):
        self.items.append(item)

    def pop(self):
        if self.is_empty():
            raise IndexError("pop from empty stack")
        return self.items.pop()

    def peek(self):
        return self.items[-1] if self.items else None

    def is_empty(self):
        return len(self.items) == 0

    def __repr__(self):
        return f"Stack({self.items})"


stack = Stack()
for n in range(3):
    stack.push(n)
print(stack, stack.pop(), stack.peek())
while not stack.is_empty():
    stack.pop()
try:
    stack.pop()
except IndexError as e:
    print(f"caught: {e}")
