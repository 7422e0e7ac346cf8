def corners(width, height):
    return {(0, 0), (width, height)}
