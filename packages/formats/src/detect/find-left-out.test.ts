import { expect, test } from 'vitest'
import { detectProjects } from './detect.ts'
import { findLeftOut } from './find-left-out.ts'
import type { FolderContent } from './folder-content.ts'

const RAILS = 'de:\n  title: Text\n  hello: "%{name}"\n'
const OWN = ['config/locales/en.yml', 'config/locales/de.yml']

async function leftOutOf(others: readonly string[]) {
  const paths = [...OWN, ...others]
  const read: string[] = []
  const content: FolderContent = {
    async head(path) {
      read.push(path)
      return RAILS
    },
    bytes: async () => new TextEncoder().encode(RAILS),
    size: async () => RAILS.length,
  }
  const pattern = 'config/locales/{lng}.yml'
  const [found] = (await detectProjects(OWN, content)).filter((one) => one.pattern === pattern)
  if (found === undefined) throw new Error('The project is not found')
  read.length = 0
  const { files, unread } = await findLeftOut(found, { paths, others: [pattern], content })
  return { files: files.length, unread, read: read.length }
}

const engines = (count: number) => Array.from({ length: count }, (_, index) => `engine${index}/lang/de.yml`)

test.each([
  [0, { files: 0, unread: 0, read: 0 }],
  [1, { files: 1, unread: 0, read: 1 }],
  [299, { files: 299, unread: 0, read: 299 }],
  [300, { files: 300, unread: 0, read: 300 }],
  [301, { files: 300, unread: 1, read: 300 }],
  [1234, { files: 300, unread: 934, read: 300 }],
])('of %i files elsewhere at most 300 are read, and the others are counted', async (count, expected) => {
  expect(await leftOutOf(engines(count))).toEqual(expected)
})

test('files of test data and without a language are not counted', async () => {
  const others = [...engines(300), 'spec/fixtures/de.yml', 'deploy/settings.yml', 'notes/README.md']
  expect(await leftOutOf(others)).toEqual({ files: 300, unread: 0, read: 300 })
})
