import { expect, test } from 'vitest'
import { type FoundFiles, filesOfDrop, filesOfList } from './dropped-files.ts'

type Entry = { readonly name: string; readonly isFile: boolean; readonly fullPath: string }

const folderName = (path: string) => path.split('/').at(-1) ?? ''

function fileEntry(fullPath: string): Entry {
  const name = folderName(fullPath)
  const file = (resolve: (file: File) => void) => resolve(new File(['{}'], name))
  return Object.assign({ name, fullPath, isFile: true, isDirectory: false }, { file })
}

function folderEntry(fullPath: string, entries: readonly Entry[]): Entry {
  const createReader = () => {
    const waiting = [entries, []]
    return { readEntries: (resolve: (some: readonly Entry[]) => void) => resolve(waiting.shift() ?? []) }
  }
  return Object.assign(
    { name: folderName(fullPath), fullPath, isFile: false, isDirectory: true },
    { createReader },
  )
}

function dropped(...entries: readonly Entry[]): Promise<FoundFiles> {
  const transfer = { items: entries.map((entry) => ({ webkitGetAsEntry: () => entry })), files: [] }
  return filesOfDrop(transfer as unknown as DataTransfer)
}

/** What the dialog of a browser returns for a chosen folder. */
function chosen(...paths: readonly string[]): FoundFiles {
  const files = paths.map((path) =>
    Object.assign(new File(['{}'], folderName(path)), {
      webkitRelativePath: path.includes('/') ? path : '',
    }),
  )
  return filesOfList(files as unknown as FileList)
}

const pathsOf = ({ files, skipped }: FoundFiles) => ({ files: files.map(({ path }) => path), skipped })

test('a hidden folder that is dropped or chosen is imported, without its dot', async () => {
  const folder = folderEntry('/.i18n', [fileEntry('/.i18n/de.json'), fileEntry('/.i18n/.en.json')])
  const found = { files: ['i18n/de.json'], skipped: ['.i18n/.en.json'] }
  expect(pathsOf(await dropped(folder))).toEqual(found)
  expect(pathsOf(chosen('.i18n/de.json', '.i18n/.en.json'))).toEqual(found)
})

test('hidden files and folders inside of a folder are left out, and named once', async () => {
  const repository = folderEntry('/shop', [
    folderEntry('/shop/.git', [fileEntry('/shop/.git/HEAD'), fileEntry('/shop/.git/config')]),
    folderEntry('/shop/locales', [
      fileEntry('/shop/locales/de.json'),
      folderEntry('/shop/locales/.old', [fileEntry('/shop/locales/.old/de.json')]),
    ]),
    folderEntry('/shop/node_modules', [fileEntry('/shop/node_modules/de.json')]),
  ])
  const found = {
    files: ['shop/locales/de.json'],
    skipped: ['shop/.git', 'shop/locales/.old', 'shop/node_modules'],
  }
  expect(pathsOf(await dropped(repository))).toEqual(found)
  const paths = ['shop/.git/HEAD', 'shop/.git/config', 'shop/locales/de.json', 'shop/locales/.old/de.json']
  expect(pathsOf(chosen(...paths, 'shop/node_modules/de.json'))).toEqual(found)
})

test('hidden files and folders of packages are left out when they are dropped or chosen', async () => {
  const packages = folderEntry('/node_modules', [fileEntry('/node_modules/de.json')])
  expect(pathsOf(await dropped(fileEntry('/.en.json'), packages, fileEntry('/pl.json')))).toEqual({
    files: ['pl.json'],
    skipped: ['.en.json', 'node_modules'],
  })
  expect(pathsOf(chosen('.en.json', 'pl.json'))).toEqual({ files: ['pl.json'], skipped: ['.en.json'] })
  expect(pathsOf(chosen('node_modules/de.json'))).toEqual({ files: [], skipped: ['node_modules'] })
})
