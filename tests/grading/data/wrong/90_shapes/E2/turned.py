def corners(width, height):
    return [(0, 0), (0, width), (height, 0), (height, width)]
