import { expect, test } from 'vitest'
import type { Change } from './bundle-freshness.ts'
import { type Build, openRunningBuilds } from './running-builds.ts'

const changed = (isServable: boolean): Change => ({
  stale: { projectId: 1, channel: null, files: null, isOfCatalog: false, isServable },
  number: 1,
})

/** Never ends. */
const open = () => new Promise<void>(() => undefined)

test('requests join a build, until a change is reported', () => {
  const builds = openRunningBuilds<void>()
  const first = builds.joinOrStart('a', open)
  expect(builds.joinOrStart('a', open)).toBe(first)
  expect(builds.joinOrStart('b', open)).not.toBe(first)
  builds.report(changed(true))
  expect(builds.joinOrStart('a', open)).not.toBe(first)
  expect(first.changes).toEqual([changed(true)])
  expect(builds.count()).toBe(3)
})

test('a build that ends overtakes the earlier ones of its file', () => {
  const builds = openRunningBuilds<void>()
  const started: Build[] = []
  for (const key of ['a', 'b', 'a', 'a']) {
    builds.report(changed(true))
    started.push(builds.joinOrStart(key, open))
  }
  const [first, other, second, third] = started as [Build, Build, Build, Build]
  expect(builds.end(second)).toEqual([first, other])
  expect(started.map(({ isOvertaken }) => isOvertaken)).toEqual([true, false, false, false])
  expect(builds.end(third)).toEqual([first, other])
})

test('a build during many changes keeps those of the access, and one of all texts', () => {
  const builds = openRunningBuilds<void>()
  const build = builds.joinOrStart('a', open)
  builds.report(changed(false))
  for (let count = 0; count < 1000; count += 1) builds.report(changed(true))
  expect(build.changes.length).toBeLessThan(250)
  expect(build.changes[0]).toEqual(changed(false))
  expect(build.changes).toContainEqual({
    stale: { projectId: null, channel: null, files: null, isOfCatalog: false, isServable: true },
    number: null,
  })
})
