import Shop

imposeShop()
print(openCheckout().text)
