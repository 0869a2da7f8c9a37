import { createCanvas, loadImage, type SKRSContext2D } from '@napi-rs/canvas'
import type { ChartView } from '../../../src/charts/chart.ts'
import { drawChart } from '../../../src/charts/draw.ts'

export interface Picture {
  readonly width: number
  readonly height: number
  /** How many pixels of a rectangle have exactly this colour, as `#rrggbb`. */
  count(colour: string, area: { x: number; y: number; width: number; height: number }): number
  readonly png: Buffer
}

/** The pixels of a PNG. */
export async function decode(png: Buffer): Promise<SKRSContext2D> {
  const image = await loadImage(png)
  const pen = createCanvas(image.width, image.height).getContext('2d')
  pen.drawImage(image, 0, 0)
  return pen
}

/** Draws a chart and decodes the PNG again. */
export const pictureOf = async (view: ChartView): Promise<Picture> => pictureFrom(await drawChart(view))

export async function pictureFrom(png: Buffer): Promise<Picture> {
  const pen = await decode(png)
  const { width, height } = pen.canvas
  return {
    width,
    height,
    png,
    count(colour, area) {
      const { data } = pen.getImageData(area.x, area.y, area.width, area.height)
      const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))
      let found = 0
      for (let at = 0; at < data.length; at += 4)
        if (data[at] === red && data[at + 1] === green && data[at + 2] === blue) found++
      return found
    },
  }
}
