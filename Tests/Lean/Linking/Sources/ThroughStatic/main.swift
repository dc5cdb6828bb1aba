import Shop

print(pay())
