import { reachableTexts } from './highlight.ts'
import type { StringOnScreen } from './strings-on-screen.ts'

/** A picture of the viewport, and its strings, with their positions in pixels of the picture. */
export type Picture = {
  readonly blob: Blob
  /**
   * Shown for review, because an image with a URL would need permission of the page's
   * Content-Security-Policy.
   */
  readonly canvas: HTMLCanvasElement
  readonly strings: readonly StringOnScreen[]
}

export type CaptureResult =
  | { readonly picture: Picture }
  /**
   * The browser does not support it; a person or a policy of the page did not allow it; something other than
   * this tab was chosen; or it failed.
   */
  | { readonly problem: 'not-offered' | 'not-allowed' | 'not-this-tab' | 'failed' }

/** Limits of the server (`screenshotSideMax` and `screenshotBytesMax`). */
const SIDE_MAX = 8192
const BYTES_MAX = 10 * 1024 * 1024
/** Browsers show a bar above the page while it is recorded, which shrinks the page. */
const SETTLED_AFTER_MS = 400
const FRAME_WITHIN_MS = 1500
/** How far the aspect ratio of a frame can differ from that of the page due to rounding. */
const SHAPE_TOLERANCE = 0.02

/**
 * Captures one frame of this tab after the browser has asked the person. Has to be called on a click, with
 * none of our own UI in view.
 */
export async function takePicture(): Promise<CaptureResult> {
  const devices = navigator.mediaDevices as MediaDevices | undefined
  if (devices?.getDisplayMedia === undefined) return { problem: 'not-offered' }
  const wanted = { video: { displaySurface: 'browser' }, audio: false, preferCurrentTab: true }
  let stream: MediaStream
  try {
    stream = await devices.getDisplayMedia(wanted)
  } catch (error) {
    return { problem: (error as Error).name === 'NotAllowedError' ? 'not-allowed' : 'failed' }
  }
  try {
    return await frameOf(stream)
  } catch {
    return { problem: 'failed' }
  } finally {
    for (const track of stream.getTracks()) track.stop()
  }
}

async function frameOf(stream: MediaStream): Promise<CaptureResult> {
  const surface = stream.getVideoTracks()[0]?.getSettings().displaySurface
  if (surface !== undefined && surface !== 'browser') return { problem: 'not-this-tab' }
  const video = document.createElement('video')
  video.muted = true
  video.srcObject = stream
  await video.play()
  await new Promise((resolve) => setTimeout(resolve, SETTLED_AFTER_MS))
  await Promise.race([
    new Promise((resolve) => video.requestVideoFrameCallback?.(resolve)),
    // An unchanged page might not produce another frame.
    new Promise((resolve) => setTimeout(resolve, FRAME_WITHIN_MS)),
  ])
  const { videoWidth, videoHeight } = video
  const shape = (videoWidth / videoHeight) * (innerHeight / innerWidth)
  if (!(Math.abs(shape - 1) < SHAPE_TOLERANCE)) return { problem: 'not-this-tab' }
  // Except those covered by a dialog of the app.
  const found = reachableTexts().flatMap(({ strings, rect, part }) =>
    strings.map((string) => ({ ...string, rect, part })),
  )
  const shrink = Math.min(1, SIDE_MAX / Math.max(videoWidth, videoHeight))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(videoWidth * shrink)
  canvas.height = Math.round(videoHeight * shrink)
  canvas.getContext('2d')?.drawImage(video, 0, 0, canvas.width, canvas.height)
  const { width, height } = canvas
  const exact = await blobOf(canvas, 'image/png')
  const blob = exact.size <= BYTES_MAX ? exact : await blobOf(canvas, 'image/jpeg')
  const strings = found.map((string) => ({
    ...string,
    rect: pixelsIn(string.rect, { width, height, scale: width / innerWidth }),
  }))
  return { picture: { blob, canvas, strings } }
}

function blobOf(canvas: HTMLCanvasElement, type: string): Promise<Blob> {
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob === null ? reject(new Error(type)) : resolve(blob)), type, 0.9),
  )
}

/** Returns whole pixels, at least one, within the picture. */
function pixelsIn(
  { x, y, width, height }: StringOnScreen['rect'],
  picture: { readonly width: number; readonly height: number; readonly scale: number },
): StringOnScreen['rect'] {
  const { scale } = picture
  const left = Math.min(Math.max(0, Math.floor(x * scale)), picture.width - 1)
  const top = Math.min(Math.max(0, Math.floor(y * scale)), picture.height - 1)
  const right = Math.min(picture.width, Math.ceil((x + width) * scale))
  const bottom = Math.min(picture.height, Math.ceil((y + height) * scale))
  return { x: left, y: top, width: Math.max(1, right - left), height: Math.max(1, bottom - top) }
}
