import { expect, test } from 'vitest'
import { contentOfPath } from './content-of-path.ts'

test.each([
  ['locales/de/shop.json', 'de', 'shop'],
  ['locales/pt_BR/shop/cart.json', 'pt-BR', 'shop/cart'],
  ['de.json', 'de', 'translation'],
  ['pt-br.json', 'pt-BR', 'translation'],
  ['shop.de.json', 'de', 'shop'],
  ['strings_de.i18n.json', 'de', 'strings'],
  ['messages_pt_BR.properties', 'pt-BR', 'messages'],
  ['messages_in.properties', 'id', 'messages'],
  ['lib/l10n/app_de.arb', 'de', 'app'],
  ['app/src/main/res/values-pt-rBR/strings.xml', 'pt-BR', 'strings'],
  ['zh-Hans.lproj/Localizable.strings', 'zh-Hans', 'Localizable'],
  ['C:\\\\work\\\\de\\\\shop.json', 'de', 'shop'],
  ['translations.po', null, 'translations'],
  ['README.md', null, 'README'],
  ['de/de.json', 'de', 'translation'],
  ['it/locales/de.json', 'de', 'translation'],
  ['de/shop/cart.de.po', 'de', 'shop/cart'],
  ['de/my/orders.de.po', 'de', 'my/orders'],
  ['de/shop/cart_de.i18n.json', 'de', 'shop/cart'],
  ['de/shop_de_de.i18n.json', 'de', 'shop_de'],
  ['app_name_de_DE.json', 'de-DE', 'app_name'],
])('%s', (path, language, namespace) => expect(contentOfPath(path)).toEqual({ language, namespace }))

test.each(['to-do', 'how_to', 'log_in', 'opt_in', 'to_do', 'it'])('the name %s is no language', (name) => {
  expect(contentOfPath(`locales/de/${name}.json`)).toEqual({ language: 'de', namespace: name })
  if (name !== 'it') expect(contentOfPath(`${name}.json`)).toEqual({ language: null, namespace: name })
})

const PROJECT = {
  languages: new Set(['en', 'de', 'pt-BR']),
  namespaces: new Set(['shop', 'shop/cart', 'my/orders', 'opt_de']),
}

test.each([
  ['locales/de/my/orders.json', 'de', 'my/orders'],
  ['locales/de/my/returns.json', 'de', 'my/returns'],
  ['locales/fr/my/orders.json', 'fr', 'my/orders'],
  ['my/de.json', 'de', 'translation'],
  ['de/shop/it.json', 'de', 'shop/it'],
  ['fr/shop.json', 'fr', 'shop'],
  ['shop_fr.json', 'fr', 'shop'],
  ['opt_de.json', 'de', 'opt'],
  ['app.de-DE.xlf', 'de-DE', 'app'],
  ['app.my_de.json', 'de', 'app.my'],
  ['shop/cart.json', null, 'shop/cart'],
])('%s in a project with German', (path, language, namespace) =>
  expect(contentOfPath(path, PROJECT)).toEqual({ language, namespace }),
)

test.each([
  ['shop/cart.xlsx', null, 'shop/cart'],
  ['opt_de.xlsx', null, 'opt_de'],
  ['log_it.xlsx', null, 'log_it'],
  ['to-do.csv', null, 'to-do'],
  ['prices_de.csv', 'de', 'prices'],
])('%s with several languages', (path, language, namespace) =>
  expect(contentOfPath(path, { ...PROJECT, inFile: new Set(['en', 'de']) })).toEqual({ language, namespace }),
)
