import { formatCount } from '../../shared/format/format.ts';
import { estimateWords } from '../pricing/plan-figures.ts';

/** Recounts the estimate of the pricing page while its sliders move. Nothing is asked of the server. */
export function startEstimator(): void {
  const card = document.querySelector('[data-estimator]');
  const sliders = [...(card?.querySelectorAll('input') ?? [])];
  const [images, videoMinutes] = sliders;
  const frames = card?.querySelector('[data-frames]');
  const plan = card?.querySelector('[data-plan]');
  if (!images || !videoMinutes || !frames || !plan) return;
  const count = () => {
    for (const slider of sliders) {
      const shown = formatCount(slider.valueAsNumber);
      slider.setAttribute('aria-valuetext', shown);
      const output = slider.parentElement?.querySelector('output');
      if (output) output.textContent = shown;
    }
    const words = estimateWords({ images: images.valueAsNumber, videoMinutes: videoMinutes.valueAsNumber });
    frames.textContent = words.frames;
    plan.textContent = words.plan;
  };
  for (const slider of sliders) {
    slider.disabled = false;
    slider.addEventListener('input', count);
  }
  // A browser may have kept the positions from before a reload.
  count();
}
