// The scene of the drawing that is shown, and the view of it, as signals that head, canvas, overview and tree share.
import { computed, signal } from '@preact/signals';
import { good } from '../store';
import { sceneOf } from './scene';
import type { Size, View } from './viewport';

export const drawing = computed(() => good.value?.response.drawing ?? null);
export const scene = computed(() => (drawing.value ? sceneOf(drawing.value) : null));
export const view = signal<View>({ x: 0, y: 0, zoom: 1 });
export const pane = signal<Size>({ width: 0, height: 0 });
/** Whether the person wants the overview at all. */
export const overviewWanted = signal(true);
