import { expect, test } from 'vitest'
import { contentOfPath } from './content-of-path.ts'

test.each([
  ['locales/de/shop.json', 'de', 'shop'],
  ['locales/pt_BR/shop/cart.json', 'pt-BR', 'shop/cart'],
  ['de.json', 'de', 'translation'],
  ['shop.de.json', 'de', 'shop'],
  ['strings_de.i18n.json', 'de', 'strings'],
  ['messages_pt_BR.properties', 'pt-BR', 'messages'],
  ['lib/l10n/app_de.arb', 'de', 'app'],
  ['app/src/main/res/values-pt-rBR/strings.xml', 'pt-BR', 'strings'],
  ['zh-Hans.lproj/Localizable.strings', 'zh-Hans', 'Localizable'],
  ['C:\\\\work\\\\de\\\\shop.json', 'de', 'shop'],
  ['translations.po', null, 'translations'],
  ['README.md', null, 'README'],
])('%s', (path, language, namespace) => expect(contentOfPath(path)).toEqual({ language, namespace }))
