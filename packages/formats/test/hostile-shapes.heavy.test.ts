import { expect, test } from 'vitest'
import { countSearched } from '../../core/test/count-searched.ts'
import { ALL_FORMATS } from '../src/index.ts'
import { hostileShapes } from './hostile/hostile-file.ts'

const BYTES = 6000
/** A search from every piece to the end of the file would examine each character hundreds of times. */
const MOST_SEARCHES = 50

test.each(ALL_FORMATS.map((format) => [format.id, format] as const))(
  '%s: each character of any hostile file is looked at a few times',
  (id, format) => {
    const searchedOften = hostileShapes(id).flatMap(({ name, make }) => {
      const bytes = make(BYTES)
      const { searched } = countSearched(() => format.read(bytes))
      const times = searched / Math.max(bytes.length, BYTES)
      return times < MOST_SEARCHES ? [] : [`${name}: ${times.toFixed(0)} times`]
    })
    expect(searchedOften).toEqual([])
  },
)
