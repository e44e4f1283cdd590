class ListNode:
    def __init__(self, val=0, next=None):
        self.val = val
        self.next = next


def build(values):
    head = None
    for value in reversed(values):
        head = ListNode(value, head)
    return head


def reverse(head):
    prev = None
    while head:
        head.next, prev, head = prev, head, head.next
    return prev


def to_list(head):
    out = []
    while head:
        out.append(head.val)
        head = head.next
    return out


print(to_list(reverse(build([1, 2, 3, 4]))))
