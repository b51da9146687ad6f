//go:build soak

package catalog

import "testing"

// TestSoakPagerDutyStrategies goes through every case of the storm over all seeds.
func TestSoakPagerDutyStrategies(t *testing.T) {
	for i := range stormCases {
		stormCases[i].over(t, seeds())
	}
}
