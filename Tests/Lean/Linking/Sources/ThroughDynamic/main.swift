import DynamicShop

print(pay())
