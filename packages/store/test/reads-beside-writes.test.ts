import { expect, test } from 'vitest'
import { listProjects } from '../src/index.ts'
import { openTestDatabase } from './on-both.ts'
import { sampleProject } from './sample.ts'

test.skipIf(!process.env.TEST_POSTGRES_URL)(
  'reads continue while more saves than connections wait for a project',
  async () => {
    const { store, remove } = await openTestDatabase('postgres')
    const { id } = await sampleProject(store, ['de'])
    let letGo = () => {}
    const isHeld = new Promise<void>((resolve) => {
      letGo = resolve
    })
    let locked = () => {}
    const isLocked = new Promise<void>((resolve) => {
      locked = resolve
    })
    let saved = 0
    const first = store.write(async (w) => {
      await w.dialect.lockProject(w.db, id)
      locked()
      await isHeld
    })
    await isLocked
    const waiting = Array.from({ length: 30 }, () =>
      store.write(async (w) => {
        await w.dialect.lockProject(w.db, id)
        saved += 1
      }),
    )
    const names = await Promise.all(Array.from({ length: 20 }, () => store.read(listProjects)))
    expect(names.map((projects) => projects.length)).toEqual(Array(20).fill(1))
    expect(saved).toBe(0)
    letGo()
    await Promise.all([first, ...waiting])
    expect(saved).toBe(30)
    await remove()
  },
)
