import { expect, test } from 'vitest'
import { cropAround } from './crop-around.ts'

const PICTURE = { width: 1280, height: 720 }

test('a small region is centred', () => {
  expect(cropAround({ x: 600, y: 300, width: 80, height: 20 }, PICTURE)).toEqual({
    x: 460,
    y: 208.75,
    width: 360,
    height: 202.5,
  })
})

test('nothing outside of the picture is shown', () => {
  expect(cropAround({ x: 0, y: 700, width: 80, height: 20 }, PICTURE)).toMatchObject({ x: 0, y: 517.5 })
  expect(cropAround({ x: 1200, y: 0, width: 80, height: 20 }, PICTURE)).toMatchObject({ x: 920, y: 0 })
})

test('a large region is shown completely, and so is a small picture', () => {
  const { width, height } = cropAround({ x: 10, y: 10, width: 400, height: 500 }, PICTURE)
  expect([width >= 400, height >= 500]).toEqual([true, true])
  expect(cropAround({ x: 1, y: 1, width: 5, height: 5 }, { width: 100, height: 50 })).toEqual({
    x: 0,
    y: 0,
    width: 100,
    height: 50,
  })
})
