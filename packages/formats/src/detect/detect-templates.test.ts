import { describe, expect, test } from 'vitest'
import { matchFile } from '../paths/path-pattern.ts'
import { detectProjects } from './detect.ts'

const PO = 'msgid ""\nmsgstr ""\n\nmsgid "Save"\nmsgstr ""\n'
const DE = PO.replace('"Save"\nmsgstr ""', '"Save"\nmsgstr "Sichern"')
const JSON_TEXT = '{ "title": "Text", "save": "Save" }'
const XLF =
  '<xliff version="1.2"><file source-language="en" original="a" datatype="plaintext"><body><trans-unit id="a"><source>Save</source></trans-unit></body></file></xliff>'

async function detected(files: Readonly<Record<string, string>>) {
  const text = (path: string) => files[path] ?? ''
  const found = await detectProjects(Object.keys(files), {
    head: async (path) => text(path).slice(0, 4000),
    bytes: async (path) => new TextEncoder().encode(text(path)),
    size: async (path) => text(path).length,
  })
  return found.map(({ pattern, sourceLanguage, files: own }) => {
    for (const { path, namespace } of own) expect(matchFile(pattern, path)?.namespace).toBe(namespace)
    return [
      pattern,
      sourceLanguage,
      own.flatMap(({ path, language }) => (language === sourceLanguage ? [path] : [])).join(),
    ]
  })
}

describe('the template provides the source texts', () => {
  test.each<[string, Readonly<Record<string, string>>, string]>([
    ['po/{lng}.po|po/app.pot', { 'po/de.po': DE, 'po/fr.po': DE }, 'po/app.pot'],
    ['po/{lng}.po|pot/app.pot', { 'po/de.po': DE, 'po/fr.po': DE }, 'pot/app.pot'],
    ['i18n/po/{lng}.po|i18n/app.pot', { 'i18n/po/de.po': DE }, 'i18n/app.pot'],
    [
      'locale/{lng}/{ns}.po|locale/templates/{ns}.pot',
      { 'locale/de/app.po': DE },
      'locale/templates/app.pot',
    ],
    [
      'locale/{lng}/LC_MESSAGES/{ns}.po|locale/templates/LC_MESSAGES/{ns}.pot',
      { 'locale/de/LC_MESSAGES/app.po': DE },
      'locale/templates/LC_MESSAGES/app.pot',
    ],
  ])('%s', async (pattern, files, template) => {
    expect(await detected({ ...files, [template]: PO })).toEqual([[pattern, 'en', template]])
  })

  test.each<[string, Readonly<Record<string, string>>, string]>([
    [
      'locales/{lng}/{ns}.json|locales/templates/{ns}.json',
      { 'locales/de/app.json': JSON_TEXT },
      'locales/templates/app.json',
    ],
    ['locales/{lng}.json|locales/template.json', { 'locales/de.json': JSON_TEXT }, 'locales/template.json'],
    [
      'tr/{lng}/{ns}.xlf|tr/templates/{ns}.xlf',
      { 'tr/de/app.xlf': XLF, 'tr/fr/app.xlf': XLF },
      'tr/templates/app.xlf',
    ],
  ])('%s', async (pattern, files, template) => {
    const [text = ''] = Object.values(files)
    expect(await detected({ ...files, [template]: text })).toEqual([[pattern, 'en', template]])
  })

  test('a template is ignored if English has its own files or the file has other content', async () => {
    const json = { 'locales/de/app.json': JSON_TEXT, 'locales/en/app.json': JSON_TEXT }
    expect(await detected({ ...json, 'locales/templates/app.json': JSON_TEXT })).toEqual([
      ['locales/{lng}/{ns}.json', 'en', 'locales/en/app.json'],
    ])
    const other = { 'locales/de/app.json': JSON_TEXT, 'locales/templates/mail.json': JSON_TEXT }
    expect((await detected(other))[0]?.slice(0, 2)).toEqual(['locales/{lng}/{ns}.json', 'de'])
    expect((await detected({ 'po/de.po': DE, 'po/a.pot': PO, 'po/b.pot': PO }))[0]?.[0]).toBe('po/{lng}.po')
  })

  test('the nearest template is used if two projects have one each', async () => {
    expect(
      await detected({ 'a/po/de.po': DE, 'a/pot/a.pot': PO, 'b/po/de.po': DE, 'b/pot/b.pot': PO }),
    ).toEqual([
      ['a/po/{lng}.po|a/pot/a.pot', 'en', 'a/pot/a.pot'],
      ['b/po/{lng}.po|b/pot/b.pot', 'en', 'b/pot/b.pot'],
    ])
  })
})
