import { createCanvas, loadImage } from '@napi-rs/canvas'
import type { ChartView } from '../../../src/charts/chart.ts'
import { drawChart } from '../../../src/charts/draw.ts'

export interface Picture {
  readonly width: number
  readonly height: number
  /** How many pixels of a rectangle have exactly this colour, as `#rrggbb`. */
  count(colour: string, area?: { x: number; y: number; width: number; height: number }): number
  readonly png: Buffer
}

/** Draws a chart and decodes the PNG again. */
export async function pictureOf(view: ChartView): Promise<Picture> {
  const png = await drawChart(view)
  const image = await loadImage(png)
  const { width, height } = image
  const pen = createCanvas(width, height).getContext('2d')
  pen.drawImage(image, 0, 0)
  return {
    width,
    height,
    png,
    count(colour, area = { x: 0, y: 0, width, height }) {
      const { data } = pen.getImageData(area.x, area.y, area.width, area.height)
      const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))
      let found = 0
      for (let at = 0; at < data.length; at += 4)
        if (data[at] === red && data[at + 1] === green && data[at + 2] === blue) found++
      return found
    },
  }
}
