//go:build soak

package catalog

import "testing"

// TestSoakPagerDutyStrategies goes through every case of the storm over all seeds.
func TestSoakPagerDutyStrategies(t *testing.T) {
	for i := range stormCases {
		stormCases[i].over(t, seeds())
	}
}

// TestSoakPagerDutySensitivity changes every calibrated number.
func TestSoakPagerDutySensitivity(t *testing.T) { sensitive(t, 1) }

// TestSoakReleases goes through every way to release over all seeds.
func TestSoakReleases(t *testing.T) {
	for i := range releaseCases {
		releaseCases[i].over(t, seeds())
	}
	underRetriesOver(t, seeds())
}
