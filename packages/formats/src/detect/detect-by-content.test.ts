import { describe, expect, test } from 'vitest'
import { formatById } from '../index.ts'
import { detectProjects } from './detect.ts'
import type { Detection } from './detection.ts'

type Files = Readonly<Record<string, string>>

function detectIn(files: Files): Promise<readonly Detection[]> {
  const text = (path: string) => files[path] ?? ''
  return detectProjects(Object.keys(files), {
    head: async (path) => text(path).slice(0, 4000),
    bytes: async (path) => new TextEncoder().encode(text(path)),
    size: async (path) => text(path).length,
  })
}

async function detected(files: Files): Promise<readonly string[]> {
  return (await detectIn(files)).map(({ format, pattern, sourceLanguage, files: found }) => {
    const languages = [...new Set(found.map((file) => file.language))].sort()
    return `${format} ${pattern} ${sourceLanguage} of ${languages.join(' ')}`
  })
}

/** Returns the file after changing one text in one language, as read and written by the first detection. */
async function edited(files: Files, language: string, name: string, wanted: string): Promise<string> {
  const [found] = await detectIn(files)
  const file = found?.files.find((one) => one.language === language)
  const format = formatById(found?.format ?? '')
  if (file === undefined || format === null) throw new Error('not found')
  const bytes = new TextEncoder().encode(files[file.path])
  const document = format.read(bytes, file.side === undefined ? undefined : { language, side: file.side })
  return new TextDecoder().decode(format.edit(document, [{ kind: 'set', name, text: wanted }]))
}

const COLUMNS =
  'key,context,en,de,max,comment\r\nsave,"Button, main",Save,Sichern,10,for  all\r\nclose,,Close,"Schließen",,\r\n'

describe('a table with a column for each language is found among others', () => {
  test.each([
    ['translations.csv', COLUMNS, 'de en'],
    ['data/ui_strings.csv', COLUMNS, 'de en'],
    ['game.csv', COLUMNS, 'de en'],
    ['i18n.tsv', COLUMNS.replaceAll(',', '\t'), 'de en'],
    [
      'translations.csv',
      'Key;Screen;English;German;Brazilian Portuguese;Notes\nsave;Main;Save;Sichern;Salvar;x\n',
      'de en pt-BR',
    ],
    ['translations.csv', 'no,key,en,nr,min,de\n1,save,Save,5,2,Sichern\n', 'de en'],
    ['translations.csv', 'slug,eng,deu,cat\nsave,Save,Sichern,Desa\n', 'ca de en'],
  ])('%s', async (path, text, languages) => {
    expect(await detected({ [path]: text, 'data/readings.csv': '2020,1\n2021,2\n' })).toEqual([
      `csv ${path} en of ${languages}`,
    ])
  })

  test('keeps every byte outside the changed text', async () => {
    expect(await edited({ 'translations.csv': COLUMNS }, 'de', 'save', 'Speichern')).toBe(
      COLUMNS.replace('Sichern', 'Speichern'),
    )
  })

  test('names a new column like the others', () => {
    const csv = formatById('csv')
    const heads = (text: string, language: string) => {
      const document = csv?.read(new TextEncoder().encode(text), { language, side: 'target' })
      if (csv === null || document === undefined) throw new Error('not read')
      const bytes = csv.edit(document, [{ kind: 'add', path: ['a'], text: 'x', after: [] }])
      return new TextDecoder().decode(bytes).split('\n')[0]
    }
    expect(heads('key,English,German\na,b,c\n', 'pt-BR')).toBe('key,English,German,Brazilian Portuguese')
    expect(heads('key,English (en),German (de)\na,b,c\n', 'fr')).toBe(
      'key,English (en),German (de),French (fr)',
    )
    expect(heads('key,English(en),Norwegian(nb_NO)\na,b,c\n', 'pt-BR')).toBe(
      'key,English(en),Norwegian(nb_NO),Brazilian Portuguese(pt_BR)',
    )
    expect(heads('key,en,pt_BR\na,b,c\n', 'zh-Hans')).toBe('key,en,pt_BR,zh_Hans')
  })

  test.each([
    ['English (UK)', 'en-GB'],
    ['Portuguese (BR)', 'pt-BR'],
    ['Portuguese (br)', 'pt-BR'],
    ['Spanish (AR)', 'es-AR'],
    ['German (CH)', 'de-CH'],
    ['Arabic (SA)', 'ar-SA'],
    ['English (x-pirate)', 'x-pirate'],
    ['German (qps-ploc)', 'qps-Ploc'],
    ['English (IN)', 'en-IN'],
    ['English (US)', 'en-US'],
    ['Spanish (MX)', 'es-MX'],
    ['Chinese (TW)', 'zh-TW'],
    ['Chinese (Hong Kong)', 'zh-HK'],
    ['Chinese (Simplified)', 'zh-Hans'],
    ['Simplified Chinese (SG)', 'zh-Hans-SG'],
    ['Brazilian Portuguese [pt_BR]', 'pt-BR'],
    ['Spanish (Latin America)', 'es-419'],
    ['Spanish (419)', 'es-419'],
    ['French (France)', 'fr-FR'],
    ['English (United Kingdom)', 'en-GB'],
    ['Serbian (Cyrillic)', 'sr-Cyrl'],
    ['Norwegian (nb)', 'nb'],
    ['Indonesian (in)', 'id'],
    ['Kurdish (ckb)', 'ckb'],
    ['Central Kurdish (ckb)', 'ckb'],
  ])('the name decides what brackets mean: %s', async (head, language) => {
    const text = `key,Polish,${head}\nsave,Zapisz,Save\nopen,Otwórz,Open\n`
    const [found] = await detected({ 'translations.csv': text })
    expect(found?.split(' of ')[1]?.split(' ').sort()).toEqual([language, 'pl'].sort())
  })

  test('a language in an unknown variety is reported', () => {
    const read = (head: string) =>
      formatById('csv')?.read(new TextEncoder().encode(`key,English,${head}\na,b,c\n`)).issues
    expect(read('German (formal)')).toMatchObject([
      { code: 'bad-language', severity: 'warning', params: { language: 'German (formal)' } },
    ])
    for (const head of ['German', 'German (AT)', 'Notes (old)', 'Screenshot']) expect(read(head)).toEqual([])
  })

  test('a table without languages is not detected', async () => {
    expect(
      await detected({
        'data/countries.csv': 'code,name,id\nde,Germany,1\n',
        'data/labels.csv': 'id,label\n1,cat\n',
      }),
    ).toEqual([])
    expect(
      await detected({ 'data/readings.csv': 'day,min,max\n1,2,3\n', 'translations.csv': 'a,b,c\n1,2,3\n' }),
    ).toEqual([])
  })
})

const PAIRS = '"Save ","Sichern"\n"Hello, %1",Hallo %1\nClose it,"Schließen"\n'

describe('a table named by language and region is detected', () => {
  test.each([
    ['without heads', PAIRS],
    ['with heads', `source,target\n${PAIRS}`],
  ])('%s has the source texts next to its own', async (_, text) => {
    expect(await detected({ 'de_DE.csv': text })).toEqual(['csv {lng}.csv en of de-DE en'])
    expect(
      (await detectIn({ 'de_DE.csv': text }))[0]?.files.map(({ language, side }) => [language, side]),
    ).toEqual([
      ['en', 'source'],
      ['de-DE', 'target'],
    ])
    expect(await edited({ 'de_DE.csv': text }, 'de-DE', 'Close it', 'Zumachen, bitte')).toBe(
      text.replace('Schließen', 'Zumachen, bitte'),
    )
  })

  test('a table has its own language if that is the source language', async () => {
    const files = {
      'i18n/de_DE.csv': PAIRS,
      'i18n/en_US.csv': '"Save ","Save!"\n"Hello, %1",Hello %1\nClose it,"Close it"\n',
    }
    expect(await detected(files)).toEqual(['csv i18n/{lng}.csv en-US of de-DE en-US'])
    expect(await edited(files, 'en-US', 'Save ', 'Keep')).toBe(
      files['i18n/en_US.csv'].replace('Save!', 'Keep'),
    )
  })

  test('a table with keys that are not texts has no source texts', async () => {
    expect(await detected({ 'i18n/de_DE.csv': 'menu.save,Sichern\nmenu.close,Schließen\n' })).toEqual([
      'csv i18n/{lng}.csv de-DE of de-DE',
    ])
  })

  test('data of a country is not detected', async () => {
    expect(
      await detected({
        'de_DE.csv': '2020,1\n2021,2\n',
        'de.csv': 'Berlin,Hamburg\n',
        'data/fr.csv': 'Paris,Lyon\n',
      }),
    ).toEqual([])
  })
})

const INI = '; Menu\r\n[menu]\r\nfile = File\r\nopen="Open…"\r\n\r\n[dialog]\r\nok=OK\r\n'

describe('INI named .txt is detected', () => {
  test.each<[string, readonly string[], string]>([
    ['by code', ['lang/en.txt', 'lang/de.txt'], 'ini lang/{lng}.txt en of de en'],
    ['by name', ['English.txt', 'German.txt'], 'ini {language}.txt en of de en'],
    [
      'behind a name',
      ['Languages/lang_en.txt', 'Languages/lang_de.txt'],
      'ini Languages/lang_{lng}.txt en of de en',
    ],
    ['as .lng', ['lng/English.lng', 'lng/German.lng'], 'ini lng/{language}.lng en of de en'],
  ])('%s', async (_, paths, expected) => {
    const files = Object.fromEntries(paths.map((path) => [path, INI]))
    expect(await detected({ ...files, 'LICENSE.txt': 'Copyright', 'requirements.txt': 'a==1\n' })).toEqual([
      expected,
    ])
    expect(await edited(files, 'de', 'menu.file', 'Datei')).toBe(INI.replace('File', 'Datei'))
  })

  test('prose is not detected', async () => {
    const prose = 'Manual\n\n[Contents]\na = b\nRead this first.\nThen that.\n'
    expect(
      await detected({ 'docs/en.txt': prose, 'docs/de.txt': prose, 'lang/fr.txt': 'Bonjour\n' }),
    ).toEqual([])
  })
})
