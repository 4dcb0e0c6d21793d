import { afterAll, beforeAll, expect, test } from 'vitest'
import { SAMPLES } from '../../../formats/test/samples.ts'
import { chooseTexts, walkRequest } from './request-walk.ts'
import { openRequestWorld, type RequestWorld } from './request-world.ts'

let world: RequestWorld
beforeAll(async () => {
  world = await openRequestWorld()
})
afterAll(() => world.close())

test.each(SAMPLES)(
  '$format: found by the preview, texts of two people are a pull request of just these, and a developer continues',
  async ({ format, project }) => {
    const looked = await world.repository(format, (repository) => {
      repository.write(project)
      repository.commit('First')
    })
    expect(looked.found.map((found) => found.format)).toEqual([format])
    const [found] = looked.found
    if (found === undefined) throw new Error('Nothing was found')
    const source = await looked.connect(found)
    expect(await source.troubled()).toEqual([])
    const chosen = await chooseTexts(looked, source)
    if (chosen === null) throw new Error(`No texts: ${JSON.stringify(await source.rows('de'))}`)
    await walkRequest(looked, source, chosen)
    expect(await looked.close()).toEqual([])
  },
)
