def bubble_sort(items):
    items = list(items)
    n = len(items)
    for i in range(n):
        swapped = False
        for j in range(n - i - 1):
            if items[j] > items[j + 1]:
                items[j], items[j + 1] = items[j + 1], items[j]
                swapped = True
        if not swapped:
            break
    return items


print(bubble_sort([64, 34, 25, 12, 22, 11, 90]))
print(bubble_sort([]))
print(bubble_sort(["pear", "apple", "fig"]))
