// What-if: the numbers before and after, with Apply and Discard.
export function PreviewBar() {
  return null;
}
