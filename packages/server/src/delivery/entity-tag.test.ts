import { describe, expect, test } from 'vitest'
import { namesTag } from './entity-tag.ts'

const TAG = '"abc-br"'

describe('If-None-Match', () => {
  test.each([
    TAG,
    `W/${TAG}`,
    '*',
    `"other", ${TAG}`,
    `"other",${TAG}`,
    `W/"x" , ,W/${TAG},`,
    `"with,comma", ${TAG}`,
    `  ${TAG}\t`,
  ])('%s names the tag', (header) => {
    expect(namesTag(header, TAG)).toBe(true)
  })

  test.each([
    '',
    '"other"',
    'abc-br',
    '"a, "abc-br", b"',
    '"abc-br',
    '"x", *',
    '"abc-br" junk',
    'w/"abc-br"',
    '"ABC-br"',
  ])('%s does not', (header) => {
    expect(namesTag(header, TAG)).toBe(false)
  })

  test('a tag inside the quotes of another one is part of that one', () => {
    expect(namesTag('"a,"abc",b"', '"abc"')).toBe(false)
    expect(namesTag('"a,abc,b"', '"abc"')).toBe(false)
    expect(namesTag('"a, W/"', '"abc"')).toBe(false)
  })

  test('a long malformed list is refused without much work', () => {
    // Work that grows with the square of this length would not end in hours.
    const header = `${'"a" ,  ,  '.repeat(200_000)}${TAG} x`
    expect(namesTag(header, TAG)).toBe(false)
  })
})
