def area(width, height):
    return width * width
