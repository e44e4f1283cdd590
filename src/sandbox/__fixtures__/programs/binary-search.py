def binary_search(items, target):
    low, high = 0, len(items) - 1
    while low <= high:
        mid = (low + high) // 2
        if items[mid] == target:
            return mid
        elif items[mid] < target:
            low = mid + 1
        else:
            high = mid - 1
    return -1


numbers = list(range(0, 100, 7))
for target in (0, 49, 50, 98):
    print(f"{target} -> {binary_search(numbers, target)}")
