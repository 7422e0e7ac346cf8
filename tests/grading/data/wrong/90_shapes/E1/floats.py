def area(width, height):
    return float(width * height)
